import { z } from 'zod'

/**
 * Where in a photo a face is, as found by a landmark model or placed by hand. Positions are shares of the picture's width
 * and height, 0…1 from its upper left corner; left and right are the viewer's.
 */
const point = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })

const eye = point.extend({
  /** Half of the opening's size, as shares of the picture's width and height. Guessed where absent. */
  halfWidth: z.number().positive().max(0.5).optional(),
  halfHeight: z.number().positive().max(0.5).optional(),
})

export const photoFaceSchema = z.object({
  eyes: z.object({ left: eye, right: eye }),
  mouth: z.object({
    /** The corners, which is all that a person need place. */
    left: point,
    right: point,
    /** On the middle line, from above: where the upper lip begins, its lower edge, the lower lip's upper edge, its end. */
    upperTop: point.optional(),
    upperEdge: point.optional(),
    lowerEdge: point.optional(),
    lowerEnd: point.optional(),
  }),
  chin: point.optional(),
})

export type PhotoPoint = z.infer<typeof point>
export type PhotoFace = z.infer<typeof photoFaceSchema>
