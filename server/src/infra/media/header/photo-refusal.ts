import { AppError } from '#contract/errors.ts'

/** What a picture's file says of itself, read without decoding anything. */
export interface ImageHeader {
  widthPx: number
  heightPx: number
  isAnimated: boolean
  /** Bytes follow that are no part of the picture. */
  endsAt: number
}

/** Why a file is refused, in words for the person who chose it. */
export function refuse(detail: string): never {
  throw new AppError('photo-refused', { detail })
}

export function refuseTruncated(): never {
  refuse('The picture is damaged or incomplete. Please save it again, or choose another one.')
}
