import { posePaths } from './moving-parts.ts'
import type { Person } from './person.ts'
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

const liveParts = new WeakMap<PoseRoot, Map<string, LivePart>>()

function findParts(root: PoseRoot): Map<string, LivePart> {
  const known = liveParts.get(root)
  const isCurrent = known && known.size > 0 && [...known.values()].every(({ element }) => element.isConnected)
  if (isCurrent) return known
  const found = new Map<string, LivePart>()
  for (const element of Array.from(root.querySelectorAll('[data-part]'))) {
    const name = element.getAttribute('data-part')
    if (name !== null) found.set(name, { element, written: new Map() })
  }
  liveParts.set(root, found)
  return found
}

/**
 * Brings a portrait that `drawPortrait` drew, and that stands once inside `root`, into a pose. Only attributes that
 * differ are set, so this may run on every frame. If the picture is replaced, the new one is found by itself; the old
 * one must have left the document.
 */
export function applyPose(root: PoseRoot, person: Person, pose: Pose): void {
  const parts = findParts(root)
  for (const [name, attributes] of Object.entries(posePaths(person, pose))) {
    const part = parts.get(name)
    if (!part) continue
    for (const [attribute, value] of Object.entries(attributes)) {
      const before = part.written.get(attribute) ?? part.element.getAttribute(attribute)
      if (before !== value) part.element.setAttribute(attribute, value)
      part.written.set(attribute, value)
    }
  }
}
