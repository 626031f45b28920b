/** A picture's pixels in a canvas's format: red, green, blue and opacity, row by row. */
export interface Pixels {
  data: Uint8ClampedArray | Uint8Array
  width: number
  height: number
}

/** A square part of a picture, in the picture's pixels. It may extend beyond the picture. */
export interface Crop {
  x: number
  y: number
  size: number
  /** In radians, clockwise. */
  angle: number
}

/** Converts a position in a crop (0…1 from its upper left corner) to a position in the picture. */
export function inPicture({ x, y, size, angle }: Crop, u: number, v: number): { x: number; y: number } {
  const right = (u - 0.5) * size
  const down = (v - 0.5) * size
  return {
    x: x + right * Math.cos(angle) - down * Math.sin(angle),
    y: y + right * Math.sin(angle) + down * Math.cos(angle),
  }
}

/**
 * Resamples a crop as input for a network: `side` × `side` pixels of red, green and blue, from `low` for black to 1 for
 * white. Parts beyond the picture are black. Where the crop is larger, each value is the mean of several pixels.
 */
export function cutOut({ data, width, height }: Pixels, crop: Crop, side: number, low: 0 | -1): Float32Array {
  const cut = new Float32Array(side * side * 3).fill(low)
  const scale = (1 - low) / 255
  // The number of samples per output pixel, in each direction.
  const samples = Math.min(4, Math.max(1, Math.round(crop.size / side)))
  const share = scale / (samples * samples)
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const to = (row * side + column) * 3
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const u = (column + ((sample % samples) + 0.5) / samples) / side
        const v = (row + (Math.floor(sample / samples) + 0.5) / samples) / side
        const place = inPicture(crop, u, v)
        const left = Math.floor(place.x - 0.5)
        const top = Math.floor(place.y - 0.5)
        if (left < -1 || top < -1 || left >= width || top >= height) continue
        const partX = place.x - 0.5 - left
        const partY = place.y - 0.5 - top
        for (let corner = 0; corner < 4; corner += 1) {
          const x = Math.min(Math.max(left + (corner & 1), 0), width - 1)
          const y = Math.min(Math.max(top + (corner >> 1), 0), height - 1)
          const weight = (corner & 1 ? partX : 1 - partX) * (corner >> 1 ? partY : 1 - partY) * share
          const at = (y * width + x) * 4
          for (let channel = 0; channel < 3; channel += 1) {
            cut[to + channel] = (cut[to + channel] ?? 0) + (data[at + channel] ?? 0) * weight
          }
        }
      }
    }
  }
  return cut
}
