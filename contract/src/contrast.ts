/** The contrast ratio of two colours as WCAG 2.2 defines it: from 1 for equal colours to 21 for black on white. */

export const READABLE_CONTRAST = 4.5

/** @param colour `#rrggbb` */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** White or black, whichever is easier to read on the colour. The better one always reaches a contrast of 4.5. */
export function inkOn(colour: string): '#ffffff' | '#000000' {
  return contrastOf(colour, '#ffffff') >= READABLE_CONTRAST ? '#ffffff' : '#000000'
}
