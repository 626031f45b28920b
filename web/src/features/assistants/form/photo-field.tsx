import type { PhotoFace } from '#contract/photo-face.ts'
import ImagePlus from 'lucide-react/icons/image-plus'
import { useRef, useState, type DragEvent, type Ref } from 'react'
import { clsx } from 'clsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { facePosition } from '../../../ui/face-position.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { forgetPhoto, isFresh, PHOTO_MAX_MB, PhotoRefused, readPhoto, type ChosenPhoto } from './photo.ts'

interface PhotoFieldProps {
  photo: ChosenPhoto | null
  /** The face in the photo; the preview is cropped so that it stays visible. */
  face: PhotoFace | null
  error: string | undefined
  onChange: (photo: ChosenPhoto | null) => void
  /** Called when a file is refused, with the reason. The photo chosen before stays. */
  onRefused: (reason: string) => void
  inputRef: Ref<HTMLInputElement>
  canRemove: boolean
}

/** The field for the assistant's photo, which is chosen or dropped onto the field. */
export function PhotoField({ photo, face, error, onChange, onRefused, inputRef, canRemove }: PhotoFieldProps) {
  const [isOver, setOver] = useState(false)

  // Checking a large file takes time, and meanwhile the person may choose another file, or none.
  const lastChosen = useRef<File | null>(null)

  const take = async (file: File | undefined) => {
    if (file === undefined) return
    lastChosen.current = file
    const isLast = () => lastChosen.current === file
    try {
      const read = await readPhoto(file)
      if (isLast()) {
        if (photo !== null) forgetPhoto(photo)
        onChange(read)
      } else forgetPhoto(read)
    } catch (refusal) {
      if (!(refusal instanceof PhotoRefused)) throw refusal
      if (isLast()) onRefused(refusal.message)
    }
  }
  const remove = () => {
    lastChosen.current = null
    if (photo !== null) forgetPhoto(photo)
    onChange(null)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <FieldFrame
      label="Avatar Photo"
      starred
      hint={`A face from the front, up to ${PHOTO_MAX_MB} MB.${photo === null || isFresh(photo) ? ' It stays on this device until you submit.' : ''}`}
      error={error}
    >
      {(ties) => (
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={clsx(
            'relative flex items-center gap-5 rounded-card border-2 border-dashed p-4 transition-colors duration-150',
            isOver ? 'border-accent bg-sunk' : error === undefined ? 'border-line-strong' : 'border-danger',
          )}
        >
          <input
            {...ties}
            ref={inputRef}
            type="file"
            accept="image/*"
            required
            className="peer sr-only"
            onChange={(event) => {
              void take(event.target.files?.[0])
              // Without this, choosing the same file again after removing it would fire no change event.
              event.target.value = ''
            }}
          />
          <span className="arch grid w-18 shrink-0 place-items-center sm:w-22">
            {photo === null ? (
              <ImagePlus aria-hidden className="mt-3 size-7 text-ink-soft" />
            ) : (
              <img
                src={photo.url}
                alt=""
                className="size-full object-cover"
                style={{ objectPosition: facePosition(face) }}
              />
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="mb-2 block text-[0.9375rem] wrap-anywhere text-ink-soft" aria-live="polite">
              {photo === null ? 'Drop an image here, or' : photo.name}
            </span>
            <span className="flex flex-wrap gap-2">
              <label htmlFor={ties.id} className={clsx(buttonClass({ size: 'small' }), 'cursor-pointer')}>
                {photo === null ? 'Choose an image' : 'Replace'}
              </label>
              {photo === null || !canRemove ? null : (
                <Button kind="quiet" size="small" onClick={remove}>
                  Remove
                </Button>
              )}
            </span>
          </span>
          <span
            aria-hidden
            className="pointer-events-none absolute -inset-1 hidden rounded-[18px] outline-3 outline-focus peer-focus-visible:block"
          />
        </div>
      )}
    </FieldFrame>
  )
}
