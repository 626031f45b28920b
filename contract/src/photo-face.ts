import { z } from 'zod'

/**
 * The position of a face in a photo, found by a landmark model or marked by hand. Positions are shares of the picture's
 * width and height, from 0 to 1 and from the upper left corner; left and right are the viewer's.
 */
const point = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })

const eye = point.extend({
  /** Half of the eye opening's width and height, as shares of the picture's. Estimated when absent. */
  halfWidth: z.number().positive().max(0.5).optional(),
  halfHeight: z.number().positive().max(0.5).optional(),
})

export const photoFaceSchema = z.object({
  eyes: z.object({ left: eye, right: eye }),
  mouth: z.object({
    /** The corners of the mouth; a person who marks a face by hand places only these. */
    left: point,
    right: point,
    /**
     * Points of the lips on the middle line, from top to bottom: top of the upper lip, its lower edge, upper edge of
     * the lower lip, its bottom.
     */
    upperTop: point.optional(),
    upperEdge: point.optional(),
    lowerEdge: point.optional(),
    lowerEnd: point.optional(),
  }),
  chin: point.optional(),
})

export type PhotoPoint = z.infer<typeof point>
export type PhotoFace = z.infer<typeof photoFaceSchema>
