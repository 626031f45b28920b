import { z } from 'zod'

/** Photos that people upload, and the videos made from them. */

/** 24 random bytes in base64url, so that ids cannot be guessed. */
export const fileIdSchema = z.string().regex(/^[\w-]{32}$/, 'There is no such file.')

/** The answer of `POST /api/files/photos`, which takes the picture as the form part `photo`. */
export const photoSchema = z.object({
  id: fileIdSchema,
  /** For an `<img>`: the address needs no session, cannot be guessed, and always shows the same picture. */
  url: z.string(),
  widthPx: z.int(),
  heightPx: z.int(),
})

export type Photo = z.infer<typeof photoSchema>

export function fileUrl(id: string): string {
  return `/files/${id}`
}
