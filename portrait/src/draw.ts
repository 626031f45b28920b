import { EYE_SIDES, type EyeSide } from './eye-motion.ts'
import { brow, eyeRims, eyeball, iris } from './eyes.ts'
import { moustacheOutline } from './facial-hair.ts'
import { complexion, ears, neck, noseShapes } from './head.ts'
import { createInk, element, escapeXml, type Attributes, type Ink } from './ink.ts'
import { posePaths } from './moving-parts.ts'
import { ARCH, niche } from './niche.ts'
import type { Person } from './person.ts'
import type { MovingParts, Pose } from './pose.ts'
import { num } from './path.ts'
import { fading, gradient, lit, withStops, type Paint } from './shape.ts'

export const PORTRAIT_WIDTH = 400
export const PORTRAIT_HEIGHT = 480

/** Figures are designed smaller than the niche; this enlarges them by 8 % so that they fill it. */
function placing({ body }: Person): Attributes {
  return { transform: `translate(-16 ${num(-30 + (body.lower ?? 0))}) scale(1.08)` }
}

interface PortraitOptions {
  /** Prefix of every id in the picture. Each portrait on a page needs its own. */
  idPrefix?: string
  /**
   * The title for assistive technology; by default the person's description. An empty string hides the picture from it.
   */
  title?: string
}

/** What the drawing functions of one portrait share. */
interface Easel {
  person: Person
  ink: Ink
  moving: MovingParts
}

function group(attributes: Attributes, children: string): string {
  return children ? element('g', attributes, children) : ''
}

function part({ moving }: Easel, name: string, attributes: Attributes = {}): string {
  return element('path', { 'data-part': name, ...moving[name], ...attributes })
}

function painted(easel: Easel, name: string, fill: Paint, attributes: Attributes = {}): string {
  return part(easel, name, { fill: easel.ink.paint(fill), ...attributes })
}

function drawFace(easel: Easel): string {
  const { person, ink } = easel
  const { skin } = person
  const clip = ink.clip('face', part(easel, 'face-clip'))
  const casts = person.headOver.filter((shape) => shape.casts)
  const castShadow = casts.map((shape) => element('path', { d: shape.d, fill: skin.deep })).join('')
  return (
    ink.shapes(ears(person)) +
    painted(easel, 'face', withStops('slant', [0, skin.light], [0.45, skin.base], [1, skin.shade])) +
    group(
      { 'clip-path': clip },
      ink.shapes(complexion(person)) +
        painted(easel, 'face-shade', fading('down', skin.shade, 0, 1), { 'fill-rule': 'evenodd', opacity: 0.72 }) +
        drawBeard(easel, 'stubble') +
        group({ transform: 'translate(5 8)', opacity: 0.34 }, castShadow),
    ) +
    drawBeard(easel, 'beard')
  )
}

function drawBeard(easel: Easel, kind: 'stubble' | 'beard'): string {
  const { facialHair } = easel.person
  if (facialHair?.kind !== kind) return ''
  const { light, base, shade } = facialHair.tones
  const fill =
    kind === 'stubble'
      ? withStops('down', [0.45, base, 0], [0.76, base, 0.22], [1, base, 0.34])
      : withStops('down', [0, base], [0.6, light], [1, shade])
  return painted(easel, 'beard', fill)
}

function drawEye(easel: Easel, side: EyeSide): string {
  const { person, ink, moving } = easel
  const { skin, eyes } = person
  const clip = ink.clip(`eye-${side}`, part(easel, `eye-${side}-clip`))
  return (
    painted(easel, `eye-${side}-lid`, skin.shade, { opacity: 0.7 }) +
    group(
      { 'clip-path': clip },
      ink.shapes(eyeball(person, side)) +
        group({ 'data-part': `eye-${side}-iris`, ...moving[`eye-${side}-iris`] }, ink.shapes(iris(person))) +
        painted(easel, `eye-${side}-shade`, '#2a1a18', { opacity: 0.2 }),
    ) +
    ink.shapes(eyeRims(person, side)) +
    painted(easel, `eye-${side}-lash`, eyes.lashes[1])
  )
}

function drawMouth(easel: Easel): string {
  const { person, ink } = easel
  const { skin, facialHair } = person
  const under = facialHair?.kind === 'beard' ? facialHair.tones.deep : skin.deep
  const clip = ink.clip('mouth', part(easel, 'mouth-clip'))
  return (
    painted(easel, 'mouth-under', fading('radial', under, 0.42, 0)) +
    painted(easel, 'mouth-cavity', gradient('down', '#43191b', '#6d2c2d', '#8a4140')) +
    group(
      { 'clip-path': clip },
      painted(easel, 'mouth-tongue', gradient('down', '#d3807a', '#b65f5b')) +
        painted(easel, 'mouth-teeth', gradient('down', '#d8cec3', '#f7f2ea', '#f1eae0')),
    ) +
    painted(easel, 'mouth-lower', gradient('down', skin.lip, skin.lip, skin.lipShade)) +
    painted(easel, 'mouth-upper', gradient('down', skin.lip, skin.lipShade)) +
    painted(easel, 'mouth-gloss', fading('radial', '#fff4ec', 0.34, 0)) +
    part(easel, 'mouth-seam', { fill: 'none', stroke: skin.lipLine, 'stroke-width': 1.5, 'stroke-linecap': 'round' }) +
    part(easel, 'mouth-corners', {
      fill: 'none',
      stroke: under,
      'stroke-width': 1.7,
      'stroke-linecap': 'round',
      opacity: 0.42,
    })
  )
}

function drawMoustache({ person, ink, moving }: Easel): string {
  if (person.facialHair?.kind !== 'moustache') return ''
  const shape = ink.shape({ d: moustacheOutline(person), fill: lit(person.facialHair.tones) })
  return group({ 'data-part': 'moustache', ...moving['moustache'] }, shape)
}

function drawHead(easel: Easel): string {
  const { person, ink, moving } = easel
  const brows = EYE_SIDES.map((side) =>
    group({ 'data-part': `brow-${side}`, ...moving[`brow-${side}`] }, ink.shapes(brow(person, side))),
  )
  return group(
    { 'data-part': 'head', ...moving['head'] },
    drawFace(easel) +
      drawMouth(easel) +
      ink.shapes(noseShapes(person)) +
      drawMoustache(easel) +
      EYE_SIDES.map((side) => drawEye(easel, side)).join('') +
      brows.join('') +
      ink.shapes(person.headOver) +
      ink.shapes(person.headFront),
  )
}

/**
 * Draws a person in a pose as a complete SVG document of 400 × 480 units. Pure: the same arguments give the same text,
 * in a browser and on the server. Each element that moves has a `data-part`, by which `applyPose` finds it.
 */
export function drawPortrait(person: Person, pose: Pose, options: PortraitOptions = {}): string {
  const { idPrefix = `portrait-${person.id}`, title = person.description } = options
  const ink = createInk(idPrefix)
  const easel: Easel = { person, ink, moving: posePaths(person, pose) }
  const figure =
    ink.shapes(person.behind) +
    group({ 'data-part': 'head-behind', ...easel.moving['head-behind'] }, ink.shapes(person.headBehind)) +
    ink.shapes(neck(person)) +
    ink.shapes(person.clothes) +
    drawHead(easel)
  const content = ink.shapes(niche(person.nicheHue)) + group(placing(person), figure)
  const frame = group({ 'clip-path': ink.clip('arch', element('path', { d: ARCH })) }, content)
  const label = title ? `<title>${escapeXml(title)}</title>` : ''
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${PORTRAIT_WIDTH} ${PORTRAIT_HEIGHT}`,
      ...(title ? { role: 'img' } : { 'aria-hidden': 'true' }),
    },
    label + ink.defs() + frame,
  )
}
