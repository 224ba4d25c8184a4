// The words that every user of the library needs: pictures, boxes, detections, labels.
@_exported import VisionTypes
