/** Where on the site the networks are: one finds faces, the other the landmarks in a face. */
export const FACE_MODEL_ADDRESSES = {
  detector: '/face-finder/detector.tflite',
  mesh: '/face-finder/mesh.tflite',
} as const
