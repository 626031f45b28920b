import { changedPaths, posePaths } from './moving-parts.ts'
import type { Measures } from './person.ts'
import type { Pose } from './pose.ts'

/** The part of a DOM element that is needed; every `Element` has it. */
export interface PoseElement {
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  readonly isConnected: boolean
}

/** The part of a DOM `ParentNode` that is needed. */
export interface PoseRoot {
  querySelectorAll(selectors: string): ArrayLike<PoseElement>
}

interface LivePart {
  element: PoseElement
  /** What was last written, so that an unchanged attribute costs nothing. */
  written: Map<string, string>
}

interface LivePicture {
  parts: Map<string, LivePart>
  /** Who was last shown how; absent until the first pose. */
  shown?: { person: Measures; pose: Pose }
}

const livePictures = new WeakMap<PoseRoot, LivePicture>()

function findPicture(root: PoseRoot): LivePicture {
  const known = livePictures.get(root)
  // A picture is replaced as a whole, so that any of its parts tells whether it still stands.
  const [anyPart] = known?.parts.values() ?? []
  if (known && anyPart?.element.isConnected) return known
  const parts = new Map<string, LivePart>()
  for (const element of Array.from(root.querySelectorAll('[data-part]'))) {
    const name = element.getAttribute('data-part')
    if (name !== null) parts.set(name, { element, written: new Map() })
  }
  const found = { parts }
  livePictures.set(root, found)
  return found
}

/**
 * Brings a portrait that `drawPortrait` drew, and that stands once inside `root`, into a pose. Only what changed since
 * the last call is worked out, and only attributes that differ are set, so this may run on every frame. If the picture
 * is replaced, the new one is found by itself; the old one must have left the document. `pose` is kept for comparison: pass
 * a new one rather than changing it.
 */
export function applyPose(root: PoseRoot, person: Measures, pose: Pose): void {
  const picture = findPicture(root)
  const { shown } = picture
  const paths = shown?.person === person ? changedPaths(person, pose, shown.pose) : posePaths(person, pose)
  for (const [name, attributes] of Object.entries(paths)) {
    const part = picture.parts.get(name)
    if (part) write(part, attributes)
  }
  picture.shown = { person, pose }
}

function write({ element, written }: LivePart, attributes: Readonly<Record<string, string>>): void {
  for (const [attribute, value] of Object.entries(attributes)) {
    const before = written.get(attribute) ?? element.getAttribute(attribute)
    if (before !== value) element.setAttribute(attribute, value)
    written.set(attribute, value)
  }
}
