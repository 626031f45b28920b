import { AppError } from '#contract/errors.ts'

/** What a picture's file declares about itself, read without decoding the pixels. */
export interface ImageHeader {
  widthPx: number
  heightPx: number
  isAnimated: boolean
  /** Offset after the picture's last byte; what follows does not belong to the picture. */
  endsAt: number
}

/** Why a file is refused, in words for the person who chose it. */
export function refuse(detail: string): never {
  throw new AppError('photo-refused', { detail })
}

export function refuseTruncated(): never {
  refuse('The picture is damaged or incomplete. Please save it again, or choose another one.')
}
