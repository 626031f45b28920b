/** The addresses of the networks: one finds faces, the other finds the landmarks of a face. */
export const FACE_MODEL_ADDRESSES = {
  detector: '/face-finder/detector.tflite',
  mesh: '/face-finder/mesh.tflite',
} as const
