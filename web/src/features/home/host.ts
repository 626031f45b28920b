import { amaraMeasures } from '#portrait/people/amara-measures.ts'

/**
 * The assistant that welcomes visitors: the hero shows the one with this id, and animates its face by these measures.
 */
export const HOST_MEASURES = amaraMeasures
