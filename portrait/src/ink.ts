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

export type Ink = ReturnType<typeof createInk>

/** Collects the contents of `<defs>` while a portrait is drawn. Equal gradients are written once. */
export function createInk(idPrefix: string) {
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

  /** The value for an SVG `fill` or `stroke` attribute. */
  function paint(given: Paint): string {
    if (typeof given === 'string') return given
    const key = JSON.stringify(given)
    const known = gradients.get(key)
    if (known) return known
    const id = `${idPrefix}-g${gradients.size}`
    gradients.set(key, `url(#${id})`)
    clips.push(gradientBody(id, given))
    return `url(#${id})`
  }

  const shape = ({ d, fill, stroke, strokeWidth, opacity }: Shape): string =>
    element('path', {
      d,
      fill: fill ? paint(fill) : 'none',
      ...(stroke ? { stroke: paint(stroke), 'stroke-width': strokeWidth ?? 1.5 } : {}),
      ...(stroke ? { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } : {}),
      opacity: opacity === 1 ? undefined : opacity,
    })

  return {
    paint,
    shape,
    shapes: (shapes: readonly Shape[] = []): string => shapes.map(shape).join(''),
    /** Adds a clip path with one element and returns the value for `clip-path`. */
    clip(name: string, content: string): string {
      const id = `${idPrefix}-${name}`
      clips.push(element('clipPath', { id }, content))
      return `url(#${id})`
    },
    defs: (): string => element('defs', {}, clips.join('')),
  }
}
