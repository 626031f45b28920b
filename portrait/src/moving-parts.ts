import { eyeMotion } from './eye-motion.ts'
import { SHADE_OFFSET, faceContour } from './face-outline.ts'
import { beardOutline } from './facial-hair.ts'
import { headPlacing } from './head-placing.ts'
import { jawDrop, mouthMotion } from './mouth.ts'
import { num } from './path.ts'
import type { Measures } from './person.ts'
import type { MouthPose, Pose } from './pose.ts'
import { REST_MOUTH } from './pose.ts'

/** The few attributes that a pose changes, by the `data-part` of the element that carries them. */
export type MovingParts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** All of them: a measure left out would not move the lips by itself. */
const MOUTH_MEASURES = Object.keys(REST_MOUTH) as (keyof MouthPose)[]

const TILT_DEGREES = 4.5

/** Moves below this size are not seen, but would have the whole head painted anew. */
const TILT_STEP_DEGREES = 0.04

function headParts(person: Measures, tilt: number): MovingParts {
  const degrees = Math.round((tilt * TILT_DEGREES) / TILT_STEP_DEGREES) * TILT_STEP_DEGREES
  const transform = `rotate(${num(degrees)} 200 345) ${headPlacing(person)}`
  return { head: { transform }, 'head-behind': { transform } }
}

function eyeParts(person: Measures, pose: Pose): MovingParts {
  const left = eyeMotion(person, 'left', pose)
  const right = eyeMotion(person, 'right', pose)
  return {
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
  }
}

/** The lips, and with the jaw the outline of the face. */
function mouthParts(person: Measures, pose: MouthPose): MovingParts {
  const drop = jawDrop(person, pose)
  const contour = faceContour(person, drop)
  const mouth = mouthMotion(person, pose)
  const hair = person.facialHair
  return {
    face: { d: contour },
    'face-clip': { d: contour },
    'face-shade': { d: contour + faceContour(person, drop, ...SHADE_OFFSET) },
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
    ...(hair?.kind === 'moustache' ? { moustache: { transform: `translate(0 ${num(mouth.lipLift)})` } } : {}),
    ...(hair && hair.kind !== 'moustache' ? { beard: { d: beardOutline(person, drop) } } : {}),
  }
}

/** What a pose makes of a person. Drawing and animating both take every moving attribute from here. */
export function posePaths(person: Measures, pose: Pose): MovingParts {
  return { ...headParts(person, pose.tilt), ...eyeParts(person, pose), ...mouthParts(person, pose.mouth) }
}

/** What differs in `pose` from `before`, at least: parts that depend on nothing that changed are not worked out. */
export function changedPaths(person: Measures, pose: Pose, before: Pose): MovingParts {
  const { mouth, gaze } = pose
  const sameEyes =
    gaze.x === before.gaze.x && gaze.y === before.gaze.y && pose.blink === before.blink && pose.brow === before.brow
  const sameMouth = MOUTH_MEASURES.every((measure) => mouth[measure] === before.mouth[measure])
  return {
    ...(pose.tilt === before.tilt ? {} : headParts(person, pose.tilt)),
    ...(sameEyes ? {} : eyeParts(person, pose)),
    ...(sameMouth ? {} : mouthParts(person, mouth)),
  }
}
