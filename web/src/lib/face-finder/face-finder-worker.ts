import type { Pixels } from './crop.ts'
import { findFace, type FoundFace } from './find-faces.ts'
import { readFlatModel, type FlatModel } from './flat-model.ts'
import { FACE_MODEL_ADDRESSES } from './model-addresses.ts'

/** The answer for a picture; null when the networks could not be loaded. */
export type FaceFinderAnswer = FoundFace | null

async function load(address: string): Promise<FlatModel> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return readFlatModel(await response.arrayBuffer())
}

async function answer(picture: Pixels): Promise<FaceFinderAnswer> {
  try {
    const [detector, mesh] = await Promise.all([load(FACE_MODEL_ADDRESSES.detector), load(FACE_MODEL_ADDRESSES.mesh)])
    return findFace({ detector, mesh }, picture)
  } catch {
    return null
  }
}

// Runs in a worker, since a search takes one or two seconds.
addEventListener('message', ({ data }: MessageEvent<Pixels>) => {
  void answer(data).then((found) => postMessage(found))
})
