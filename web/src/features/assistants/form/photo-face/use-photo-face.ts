import type { PhotoFace } from '#contract/photo-face.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { lookForFace } from '../../../../lib/face-finder/face-finder.ts'
import { usualFaceIn } from './place-face.ts'

export type FaceSearch =
  | { step: 'looking' }
  /** `count`: the number of faces in the picture. */
  | { step: 'found'; count: number }
  | { step: 'none' }
  /** The search itself failed, for example without a connection. */
  | { step: 'failed' }
  /** The position was already known, so no search was made. */
  | { step: 'known' }

/** Finds the face in a picture unless its position is known, and lets the person correct it. */
export function usePhotoFace(url: string, face: PhotoFace | null, onChange: (face: PhotoFace) => void) {
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [search, setSearch] = useState<FaceSearch>({ step: face === null ? 'looking' : 'known' })
  const [before, setBefore] = useState<readonly PhotoFace[]>([])
  const current = useRef<AbortController | null>(null)
  const size = image && { width: image.naturalWidth, height: image.naturalHeight }

  const find = async (picture: HTMLImageElement, known: PhotoFace | null) => {
    current.current?.abort()
    const abort = new AbortController()
    current.current = abort
    setSearch({ step: 'looking' })
    try {
      const found = await lookForFace(picture, abort.signal)
      setSearch(
        found === null ? { step: 'failed' } : found.face ? { step: 'found', count: found.count } : { step: 'none' },
      )
      if (known !== null && found?.face) setBefore((all) => [...all, known])
      // Without a better result, the position marked by hand is kept.
      const placed = found?.face ?? known ?? usualFaceIn({ width: picture.naturalWidth, height: picture.naturalHeight })
      if (placed !== known) onChange(placed)
    } catch (error) {
      if (!abort.signal.aborted) throw error
    }
  }
  const onOpened = useEffectEvent((picture: HTMLImageElement) => {
    setImage(picture)
    if (face === null) void find(picture, null)
  })

  useEffect(() => {
    const picture = new Image()
    let isWanted = true
    picture.src = url
    picture.decode().then(
      () => (isWanted ? onOpened(picture) : undefined),
      // The photo field reports that the picture is broken.
      () => undefined,
    )
    return () => {
      isWanted = false
      current.current?.abort()
    }
  }, [url])

  return {
    /** The picture's size; null until the picture is loaded. */
    size,
    search,
    /** Sets the position chosen by the person. */
    place: (placed: PhotoFace): void => {
      if (face !== null) setBefore((all) => [...all, face])
      onChange(placed)
    },
    /** Null when there is nothing to undo. */
    undo:
      before.length === 0
        ? null
        : () => {
            const last = before.at(-1)
            setBefore(before.slice(0, -1))
            if (last) onChange(last)
          },
    findAgain: (): void => (image === null ? undefined : void find(image, face)),
  }
}
