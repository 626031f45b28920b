import { useEffect, useRef, useState } from 'react'
import type { PhotoFace } from '#contract/photo-face.ts'
import { mouthPoseAt } from '#portrait/mouth-track.ts'
import { REST_MOUTH } from '#portrait/pose.ts'
import type { MouthCue, Viseme } from '#contract/visemes.ts'
import { Button } from '../../../../ui/button.tsx'
import type { FaceMoment } from '../../../../ui/living-face.ts'
import { LivingPortrait } from '../../../../ui/living-portrait.tsx'
import { EyeHeight } from './eye-height.tsx'
import { FaceHandles } from './face-handles.tsx'
import { placeInView, viewAround, wholePicture } from './place-face.ts'
import { usePhotoFace, type FaceSearch } from './use-photo-face.ts'

/** The visemes of "Hello, my name is … I'm glad you are here": every kind of shape once, including closed lips. */
const SHAPES: readonly [Viseme, number][] = [
  ['sil', 120],
  ['E', 130],
  ['nn', 80],
  ['O', 220],
  ['sil', 160],
  ['PP', 110],
  ['aa', 190],
  ['nn', 90],
  ['E', 150],
  ['PP', 110],
  ['I', 120],
  ['SS', 130],
  ['sil', 140],
  ['aa', 160],
  ['PP', 110],
  ['kk', 80],
  ['aa', 180],
  ['DD', 80],
  ['U', 200],
  ['RR', 120],
  ['FF', 120],
  ['I', 220],
  ['sil', 0],
]

const SAMPLE_CUES: readonly MouthCue[] = SHAPES.map(([viseme], index) => ({
  viseme,
  atMs: SHAPES.slice(0, index).reduce((sum, [, lengthMs]) => sum + lengthMs, 0),
}))

const SAMPLE_MS = SHAPES.reduce((sum, [, lengthMs]) => sum + lengthMs, 0)

interface PhotoFaceFieldProps {
  url: string
  face: PhotoFace | null
  onChange: (face: PhotoFace) => void
}

/** The position of the face in the photo: found automatically, corrected by hand, and tried out by letting it talk. */
export function PhotoFaceField({ url, face, onChange }: PhotoFaceFieldProps) {
  const { size, search, place, undo, findAgain } = usePhotoFace(url, face, onChange)
  const [dragged, setDragged] = useState<PhotoFace | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const shown = dragged ?? face
  // The face that the view is centred on. It stays the same while points are moved: a picture moving under the pointer
  // could not be aimed at.
  const [aim, setAim] = useState(face)
  const sampleLeftMs = useRef(0)
  const isLooking = search.step === 'looking'

  useEffect(() => {
    if (search.step === 'looking' || search.step === 'known') return
    setAim(face)
    setIsWhole(search.step !== 'found')
    // oxlint-disable-next-line react/exhaustive-deps -- of the face as it was found
  }, [search])

  const view = size && (isWhole || aim === null ? wholePicture(size) : viewAround(aim, size))

  const talk = () => {
    sampleLeftMs.current = SAMPLE_MS
  }
  const put = (placed: PhotoFace) => {
    setDragged(null)
    place(placed)
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) talk()
  }
  const momentOf = ({ elapsedMs }: { elapsedMs: number }): FaceMoment => {
    const leftMs = (sampleLeftMs.current = Math.max(0, sampleLeftMs.current - elapsedMs))
    return leftMs === 0
      ? { mode: 'idle', mouth: REST_MOUTH }
      : { mode: 'speaking', mouth: mouthPoseAt(SAMPLE_CUES, SAMPLE_MS - leftMs) }
  }

  return (
    <section aria-label="Where the face is" aria-busy={isLooking} className="rounded-card border border-line p-4">
      <p role="status" className="mb-3 min-h-6 text-[0.9375rem]">
        {wordsOf(search)}
      </p>
      {size === null || view === null || shown === null ? (
        <div className="grid aspect-square w-full max-w-80 place-items-center overflow-hidden rounded-card bg-sunk">
          <img src={url} alt="" className="size-full object-contain opacity-60" />
        </div>
      ) : (
        <div className="grid items-start gap-4 min-[26rem]:grid-cols-[minmax(0,1fr)_8.5rem] sm:grid-cols-[minmax(0,1fr)_10rem]">
          <div className="mx-auto w-full max-w-80">
            <FaceHandles url={url} size={size} view={view} face={shown} onDrag={setDragged} onPlace={put} />
            <EyeHeight size={size} face={shown} onDrag={setDragged} onPlace={put} />
          </div>
          <div className="flex flex-col items-center gap-2 max-[26rem]:flex-row max-[26rem]:justify-center">
            <div className="arch relative w-28 sm:w-36">
              <div className="absolute left-1/2 aspect-square h-full -translate-x-1/2">
                <div className="absolute" style={placeInView(view, size)}>
                  <LivingPortrait
                    src={url}
                    face={shown}
                    alt=""
                    momentOf={momentOf}
                    className="size-full! rounded-none!"
                  />
                </div>
              </div>
            </div>
            <Button size="small" onClick={talk}>
              See it talk
            </Button>
          </div>
        </div>
      )}
      <div className="mt-3 -ml-2 flex flex-wrap gap-x-1">
        <Button kind="quiet" size="small" aria-disabled={undo === null} onClick={() => undo?.()}>
          Undo
        </Button>
        <Button kind="quiet" size="small" aria-disabled={isLooking} onClick={findAgain}>
          Find the face again
        </Button>
        {shown === null ? null : (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              setAim(shown)
              setIsWhole(!isWhole)
            }}
          >
            {isWhole ? 'Show the face large' : 'Show the whole picture'}
          </Button>
        )}
      </div>
    </section>
  )
}

const DRAG_IT = 'Drag the points to both eyes, both corners of the mouth and its middle'

function wordsOf(search: FaceSearch): string {
  switch (search.step) {
    case 'looking':
      return 'Looking for the face, on this device...'
    case 'known':
    case 'found':
      return search.step === 'found' && search.count > 1
        ? `There are ${search.count} faces in this picture. The largest one talks. Drag a point if it is not in its place.`
        : 'This is where the face is. Drag a point if it is not in its place on an eye or the mouth.'
    case 'none':
      return `We found no face in this picture. ${DRAG_IT}: animals and drawings can talk too.`
    case 'failed':
      return `We could not look for the face just now. ${DRAG_IT}, or find the face again.`
  }
}
