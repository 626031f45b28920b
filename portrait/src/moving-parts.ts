import { eyeMotion } from './eyes.ts'
import { beardOutline } from './facial-hair.ts'
import { headPlacing } from './head-placing.ts'
import { faceContour, faceShade } from './head.ts'
import { jawDrop, mouthMotion } from './mouth.ts'
import { num } from './path.ts'
import type { Person } from './person.ts'
import type { Pose } from './pose.ts'

/** The few attributes that a pose changes, by the `data-part` of the element that carries them. */
export type MovingParts = Readonly<Record<string, Readonly<Record<string, string>>>>

const TILT_DEGREES = 4.5

/** What a pose makes of a person. Drawing and animating both take every moving attribute from here. */
export function posePaths(person: Person, pose: Pose): MovingParts {
  const drop = jawDrop(person, pose.mouth)
  const contour = faceContour(person, drop)
  const head = `rotate(${num(pose.tilt * TILT_DEGREES)} 200 345) ${headPlacing(person)}`
  const left = eyeMotion(person, 'left', pose)
  const right = eyeMotion(person, 'right', pose)
  const mouth = mouthMotion(person, pose.mouth)
  return {
    head: { transform: head },
    'head-behind': { transform: head },
    face: { d: contour },
    'face-clip': { d: contour },
    'face-shade': { d: faceShade(person, drop) },
    'eye-left-clip': { d: left.opening },
    'eye-left-lid': { d: left.lid },
    'eye-left-shade': { d: left.shade },
    'eye-left-lash': { d: left.lash },
    'eye-left-iris': { transform: left.iris },
    'brow-left': { transform: left.brow },
    'eye-right-clip': { d: right.opening },
    'eye-right-lid': { d: right.lid },
    'eye-right-shade': { d: right.shade },
    'eye-right-lash': { d: right.lash },
    'eye-right-iris': { transform: right.iris },
    'brow-right': { transform: right.brow },
    'mouth-clip': { d: mouth.cavity },
    'mouth-cavity': { d: mouth.cavity },
    'mouth-tongue': { d: mouth.tongue },
    'mouth-teeth': { d: mouth.teeth },
    'mouth-under': { d: mouth.underShadow },
    'mouth-upper': { d: mouth.upperLip },
    'mouth-lower': { d: mouth.lowerLip },
    'mouth-gloss': { d: mouth.gloss },
    'mouth-seam': { d: mouth.seam },
    'mouth-corners': { d: mouth.corners },
    ...(person.facialHair?.kind === 'moustache'
      ? { moustache: { transform: `translate(0 ${num(mouth.lipLift)})` } }
      : {}),
    ...(person.facialHair && person.facialHair.kind !== 'moustache'
      ? { beard: { d: beardOutline(person, drop) } }
      : {}),
  }
}
