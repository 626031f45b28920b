import type { PhotoFace } from '#contract/photo-face.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { lookForFace } from '../../../../lib/face-finder/face-finder.ts'
import { usualFaceIn } from './place-face.ts'

export type FaceSearch =
  | { step: 'looking' }
  /** `count`: so many faces are in the picture. */
  | { step: 'found'; count: number }
  | { step: 'none' }
  /** It could not be looked for, such as without a connection. */
  | { step: 'failed' }
  /** It was placed before. */
  | { step: 'known' }

/** Finds the face in a picture unless it is known, and lets it be placed by hand. */
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
      // A place chosen by hand stays where nothing better is found.
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
      // The field above says what is wrong with the picture.
      () => undefined,
    )
    return () => {
      isWanted = false
      current.current?.abort()
    }
  }, [url])

  return {
    /** Of the picture; null until it is opened. */
    size,
    search,
    /** Puts it where a person says. */
    place: (placed: PhotoFace): void => {
      if (face !== null) setBefore((all) => [...all, face])
      onChange(placed)
    },
    /** Null where nothing was changed. */
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
