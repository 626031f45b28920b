import { num } from './path.ts'
import type { Gradient, Paint, Shape } from './shape.ts'

export type Attributes = Readonly<Record<string, string | number | undefined>>

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

export function element(name: string, attributes: Attributes, children = ''): string {
  let head = `<${name}`
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) head += ` ${key}="${typeof value === 'number' ? num(value) : escapeXml(value)}"`
  }
  return children ? `${head}>${children}</${name}>` : `${head}/>`
}

const DIRECTIONS = {
  down: { x1: 0, y1: 0, x2: 0, y2: 1 },
  across: { x1: 0, y1: 0, x2: 1, y2: 0 },
  slant: { x1: 0.12, y1: 0, x2: 0.88, y2: 1 },
} as const

/** Collects what goes into `<defs>` while a portrait is drawn. Equal gradients are written once. */
export interface Ink {
  /** The value for `fill` or `stroke`. */
  paint(paint: Paint): string
  /** Adds a clip path of one element and returns the value for `clip-path`. */
  clip(name: string, content: string): string
  shape(shape: Shape): string
  shapes(shapes: readonly Shape[]): string
  defs(): string
}

export function createInk(idPrefix: string): Ink {
  const gradients = new Map<string, string>()
  const clips: string[] = []

  function gradientBody(id: string, { along, stops }: Gradient): string {
    const children = stops
      .map(([offset, colour, opacity]) =>
        element('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity === 1 ? undefined : opacity }),
      )
      .join('')
    return along === 'radial'
      ? element('radialGradient', { id }, children)
      : element('linearGradient', { id, ...DIRECTIONS[along] }, children)
  }

  const ink: Ink = {
    paint(paint) {
      if (typeof paint === 'string') return paint
      const key = JSON.stringify(paint)
      const known = gradients.get(key)
      const id = `${idPrefix}-g${known ? '' : gradients.size}`
      if (known) return known
      gradients.set(key, `url(#${id})`)
      clips.push(gradientBody(id, paint))
      return `url(#${id})`
    },
    clip(name, content) {
      const id = `${idPrefix}-${name}`
      clips.push(element('clipPath', { id }, content))
      return `url(#${id})`
    },
    shape({ d, fill, stroke, strokeWidth, opacity }) {
      return element('path', {
        d,
        fill: fill ? ink.paint(fill) : 'none',
        ...(stroke ? { stroke: ink.paint(stroke), 'stroke-width': strokeWidth ?? 1.5 } : {}),
        ...(stroke ? { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } : {}),
        opacity: opacity === 1 ? undefined : opacity,
      })
    },
    shapes: (shapes) => shapes.map((shape) => ink.shape(shape)).join(''),
    defs: () => element('defs', {}, clips.join('')),
  }
  return ink
}
