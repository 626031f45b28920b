import { z } from 'zod'

/** Pictures that people bring, and the videos made of them. */

/** 24 random bytes: not to be guessed. */
export const fileIdSchema = z.string().regex(/^[\w-]{32}$/, 'There is no such file.')

/** Answer of `POST /api/files/photos`, to which the picture goes as the part `photo` of a form. */
export const photoSchema = z.object({
  id: fileIdSchema,
  /** For an `<img>`: needs no session, is known to those alone who were given it, and never changes what it shows. */
  url: z.string(),
  widthPx: z.int(),
  heightPx: z.int(),
})

export type Photo = z.infer<typeof photoSchema>

export function fileUrl(id: string): string {
  return `/files/${id}`
}
