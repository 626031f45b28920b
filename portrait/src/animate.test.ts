import { describe, expect, it } from 'vitest'
import { VISEMES } from '#contract/visemes.ts'
import { applyPose, type PoseElement, type PoseRoot } from './animate.ts'
import { drawPortrait } from './draw.ts'
import { PEOPLE } from './people.ts'
import { REST_POSE, mixPoses, poseOfViseme, type Pose } from './pose.ts'

/**
 * A stand-in for a document that holds one SVG as text: poses can be applied to it, and the result can be read back.
 */
class Page implements PoseRoot {
  writes = 0
  #tags: { text?: string; name?: string; attributes?: Map<string, string>; end?: string }[]

  constructor(svg: string) {
    this.#tags = svg.split(/(<[^/!][^>]*>)/).map((text) => {
      const tag = /^<(\w+)((?: [^>]*?)?)(\/?)>$/.exec(text)
      if (!tag) return { text }
      const attributes = new Map(
        [...(tag[2] ?? '').matchAll(/ ([\w:-]+)="([^"]*)"/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
      )
      return { name: tag[1] ?? '', attributes, end: tag[3] ?? '' }
    })
  }

  querySelectorAll(): PoseElement[] {
    return this.#tags.flatMap(({ attributes }) => {
      if (!attributes?.has('data-part')) return []
      const setAttribute = (name: string, value: string) => {
        this.writes += 1
        attributes.set(name, value)
      }
      return [{ isConnected: true, getAttribute: (name: string) => attributes.get(name) ?? null, setAttribute }]
    })
  }

  toString(): string {
    const write = (attributes: Map<string, string>) =>
      [...attributes].map(([key, value]) => ` ${key}="${value}"`).join('')
    return this.#tags.map((tag) => tag.text ?? `<${tag.name}${write(tag.attributes ?? new Map())}${tag.end}>`).join('')
  }
}

/** Each step moves one more part; the last one moves all parts. */
const STEPS: readonly Pose[] = [
  { ...REST_POSE, tilt: 0.6 },
  { ...REST_POSE, tilt: 0.6, gaze: { x: -1, y: 0.5 } },
  { ...REST_POSE, tilt: 0.6, gaze: { x: -1, y: 0.5 }, brow: 0.7 },
  { ...poseOfViseme('aa'), tilt: 0.6, gaze: { x: -1, y: 0.5 }, brow: 0.7 },
  { ...poseOfViseme('FF'), tilt: 0.6, gaze: { x: -1, y: 0.5 }, brow: 0.7, blink: 0.5 },
  { ...poseOfViseme('U'), tilt: -0.2, blink: 1 },
]

const LIVELY: Pose = mixPoses(
  { ...poseOfViseme('O'), blink: 0.4, gaze: { x: 0.7, y: -0.3 }, brow: 0.8, tilt: 0.5 },
  { ...poseOfViseme('SS'), blink: 1, gaze: { x: -0.2, y: 1 }, brow: -1, tilt: -1 },
  0.3,
)

describe.each(PEOPLE)('$name, applied to a page', (person) => {
  it.each([...VISEMES.map((viseme) => [viseme, poseOfViseme(viseme)] as const), ['a lively pose', LIVELY] as const])(
    'equals a fresh drawing of the pose: %s',
    (_name, pose) => {
      const page = new Page(drawPortrait(person, REST_POSE))
      applyPose(page, person, pose)
      expect(page.toString()).toBe(drawPortrait(person, pose))
      applyPose(page, person, REST_POSE)
      expect(page.toString()).toBe(drawPortrait(person, REST_POSE))
    },
  )

  it('equals a fresh drawing after each step of a movement', () => {
    const page = new Page(drawPortrait(person, REST_POSE))
    for (const pose of STEPS) {
      applyPose(page, person, pose)
      expect(page.toString()).toBe(drawPortrait(person, pose))
    }
  })

  it('writes nothing when nothing moved, and only the eyes for a blink', () => {
    const page = new Page(drawPortrait(person, REST_POSE))
    applyPose(page, person, REST_POSE)
    expect(page.writes).toBe(0)
    applyPose(page, person, { ...REST_POSE, blink: 1 })
    const blinkWrites = page.writes
    expect(blinkWrites).toBeGreaterThan(5)
    expect(blinkWrites).toBeLessThan(13)
    applyPose(page, person, { ...REST_POSE, blink: 1 })
    expect(page.writes).toBe(blinkWrites)
  })
})

it('finds the parts of a picture that replaced another', () => {
  const [person] = PEOPLE
  if (!person) throw new Error('there are no people')
  const written: string[] = []
  let isFirstGone = false
  const elements = ['first', 'second'].map((name) => ({
    get isConnected() {
      return name === 'second' || !isFirstGone
    },
    getAttribute: (attribute: string) => (attribute === 'data-part' ? 'head' : null),
    setAttribute: () => void written.push(name),
  }))
  const root: PoseRoot = { querySelectorAll: () => elements.slice(isFirstGone ? 1 : 0, isFirstGone ? 2 : 1) }
  applyPose(root, person, REST_POSE)
  isFirstGone = true
  applyPose(root, person, REST_POSE)
  expect(written).toEqual(['first', 'second'])
})
