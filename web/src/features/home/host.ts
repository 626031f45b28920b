import { amaraMeasures } from '#portrait/people/amara-measures.ts'

/** Who welcomes people at the door: the hero shows the assistant of this id, and moves the face by these measures. */
export const HOST_MEASURES = amaraMeasures
