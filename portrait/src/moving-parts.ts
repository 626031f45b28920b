import { eyeParts } from './eye-motion.ts'
import { beardOutline } from './facial-hair.ts'
import { headPlacing } from './head-placing.ts'
import { jawDrop, mouthMotion } from './mouth.ts'
import { num, path } from './path.ts'
import type { Measures } from './person.ts'
import { type MouthPose, type MovingParts, type Pose, REST_MOUTH } from './pose.ts'

const SKULL_TOP = 98

/** The outline of the face. `drop` is how far the jaw has fallen; `dx` and `dy` shift the whole outline. */
function faceContour(person: Measures, drop: number, dx = 0, dy = 0): string {
  const { temple, cheek, jaw, chin, chinY } = person.face
  const right = (offset: number) => 200 + dx + offset
  const left = (offset: number) => 200 + dx - offset
  const y = (value: number) => value + dy
  const top = y(SKULL_TOP)
  const bottom = y(chinY + drop)
  const jawY = y(272 + drop * 0.55)
  return (
    path`M${right(0)} ${top}C${right(temple * 0.66)} ${top} ${right(temple)} ${y(134)} ${right(temple)} ${y(182)}` +
    path`C${right(temple + 0.6)} ${y(198)} ${right(cheek)} ${y(206)} ${right(cheek)} ${y(222)}` +
    path`C${right(cheek)} ${y(242 + drop * 0.3)} ${right(jaw + 6)} ${jawY - 15} ${right(jaw)} ${jawY}` +
    path`C${right(jaw - 8)} ${jawY + 19} ${right(chin)} ${bottom} ${right(0)} ${bottom}` +
    path`C${left(chin)} ${bottom} ${left(jaw - 8)} ${jawY + 19} ${left(jaw)} ${jawY}` +
    path`C${left(jaw + 6)} ${jawY - 15} ${left(cheek)} ${y(242 + drop * 0.3)} ${left(cheek)} ${y(222)}` +
    path`C${left(cheek)} ${y(206)} ${left(temple + 0.6)} ${y(198)} ${left(temple)} ${y(182)}` +
    path`C${left(temple)} ${y(134)} ${left(temple * 0.66)} ${top} ${right(0)} ${top}Z`
  )
}

/**
 * The right side of the face is in shadow. Its shade fills the space between the outline and the outline shifted by
 * this.
 */
const SHADE_OFFSET = [-15, -6] as const

/** `changedPaths` must compare every measure: lips would not follow a measure that was left out. */
const MOUTH_MEASURES = Object.keys(REST_MOUTH) as (keyof MouthPose)[]

const TILT_DEGREES = 4.5

/** Smaller moves are invisible but would make the browser repaint the whole head. */
const TILT_STEP_DEGREES = 0.04

function headParts(person: Measures, tilt: number): MovingParts {
  const degrees = Math.round((tilt * TILT_DEGREES) / TILT_STEP_DEGREES) * TILT_STEP_DEGREES
  const transform = `rotate(${num(degrees)} 200 345) ${headPlacing(person)}`
  return { head: { transform }, 'head-behind': { transform } }
}

function bothEyes(person: Measures, pose: Pose): MovingParts {
  return { ...eyeParts(person, 'left', pose), ...eyeParts(person, 'right', pose) }
}

/** The lips, and the outline of the face, which follows the jaw. */
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

/** All attributes that a pose sets. Both drawing and animation take them from here, so they agree. */
export function posePaths(person: Measures, pose: Pose): MovingParts {
  return { ...headParts(person, pose.tilt), ...bothEyes(person, pose), ...mouthParts(person, pose.mouth) }
}

/**
 * The attributes that may differ between `before` and `pose`. Parts that depend on nothing that changed are not
 * computed.
 */
export function changedPaths(person: Measures, pose: Pose, before: Pose): MovingParts {
  const { mouth, gaze } = pose
  const sameEyes =
    gaze.x === before.gaze.x && gaze.y === before.gaze.y && pose.blink === before.blink && pose.brow === before.brow
  const sameMouth = MOUTH_MEASURES.every((measure) => mouth[measure] === before.mouth[measure])
  return {
    ...(pose.tilt === before.tilt ? {} : headParts(person, pose.tilt)),
    ...(sameEyes ? {} : bothEyes(person, pose)),
    ...(sameMouth ? {} : mouthParts(person, mouth)),
  }
}
