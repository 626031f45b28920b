import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { FACE_MODEL_ADDRESSES } from '../src/lib/face-finder/model-addresses.ts'
import { madeFiles } from './made-files.ts'

/** The names of the networks in the package's archive. */
const PACKED_AS: Record<keyof typeof FACE_MODEL_ADDRESSES, string> = {
  detector: 'face_detection_short_range.tflite',
  mesh: 'face_landmark.tflite',
}
const LIST = /"files": (\[\{.*?\}\])/s

/**
 * Extracts one of the networks from the package, which consists of a large file with an index.
 * @throws Error when the package has another format
 */
export async function readFaceModel(name: keyof typeof FACE_MODEL_ADDRESSES): Promise<Uint8Array<ArrayBuffer>> {
  const { resolve } = createRequire(import.meta.url)
  const packed = resolve('@mediapipe/face_mesh/face_mesh_solution_packed_assets.data')
  const [, list] = LIST.exec(await readFile(packed.replace(/\.data$/, '_loader.js'), 'utf8')) ?? []
  const files = JSON.parse(list ?? '[]') as { filename: string; start: number; end: number }[]
  const place = files.find(({ filename }) => filename.endsWith(`/${PACKED_AS[name]}`))
  if (place === undefined) throw new Error(`${PACKED_AS[name]} is not in the package`)
  return new Uint8Array(await readFile(packed)).slice(place.start, place.end)
}

/**
 * Serves the face-finding networks at addresses of this site: the 1.5 of the package's 11 megabytes that are needed.
 */
export function faceModels(): Plugin {
  return madeFiles('voxhall:face-models', [
    { address: FACE_MODEL_ADDRESSES.detector, make: () => readFaceModel('detector') },
    { address: FACE_MODEL_ADDRESSES.mesh, make: () => readFaceModel('mesh') },
  ])
}
