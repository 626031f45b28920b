import { changedPaths, posePaths } from './moving-parts.ts'
import type { Measures } from './person.ts'
import type { Pose } from './pose.ts'

/** The methods of a DOM `Element` that are used here. */
export interface PoseElement {
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  readonly isConnected: boolean
}

/** The method of a DOM `ParentNode` that is used here. */
export interface PoseRoot {
  querySelectorAll(selectors: string): ArrayLike<PoseElement>
}

interface LivePart {
  element: PoseElement
  /** The value last written to each attribute, so that an unchanged attribute is not set again. */
  written: Map<string, string>
}

interface LivePicture {
  parts: Map<string, LivePart>
  /** The person and pose last shown; absent until the first pose. */
  shown?: { person: Measures; pose: Pose }
}

const livePictures = new WeakMap<PoseRoot, LivePicture>()

function findPicture(root: PoseRoot): LivePicture {
  const known = livePictures.get(root)
  // A picture is always replaced as a whole, so any one of its parts shows whether it is still in the document.
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
 * Brings a portrait that `drawPortrait` drew into a pose; `root` must contain that portrait once. Only what changed
 * since the last call is computed, and only attributes that differ are set, so this may run on every frame. A replaced
 * picture is found automatically once the old one has left the document. `pose` is kept for comparison: pass a new
 * object rather than changing it.
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
