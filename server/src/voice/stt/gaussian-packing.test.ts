import { expect, test } from 'vitest'
import { DENSITIES, DIMENSIONS, packGaussians, STREAMS } from './gaussian-packing.ts'

let seed = 1
function random(least: number, most: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
  return least + ((most - least) * seed) / 0x8000_0000
}
const numbers = (length: number, least: number, most: number) =>
  Float32Array.from({ length }, () => random(least, most))

test('no Gaussian is underestimated, and on average they are overestimated only slightly', () => {
  const gaussians = Array.from({ length: STREAMS }, () => ({
    means: numbers(DENSITIES * DIMENSIONS, -40, 40),
    inverseVariances: numbers(DENSITIES * DIMENSIONS, 20, 400),
    constants: numbers(DENSITIES, -450_000, -350_000),
  }))
  const [first] = gaussians
  if (!first) throw new Error('There are no Gaussians.')
  // One Gaussian is so sharp that a lower sharpness is assumed.
  first.inverseVariances[3] = 1e7
  const { bounds, ranges } = packGaussians(gaussians)
  const words = new DataView(bounds.buffer)
  const range = new Float32Array(ranges.buffer)
  const reference = words.getFloat32(0, true)
  const scale = words.getFloat32(4, true)
  let closest = Infinity
  let total = 0
  for (let round = 0; round < 50; round += 1) {
    // In every second round, some features lie beyond all means.
    const most = round % 2 === 0 ? 39 : 50
    const features = numbers(DIMENSIONS, -most, most)
    const units = Array.from(features, (feature, dimension) =>
      Math.max(-1, Math.min(1, (feature - (range[2 * dimension] ?? 0)) * (range[2 * dimension + 1] ?? 0))),
    )
    for (let density = 1; density < DENSITIES; density += 1) {
      const lane = density % 4
      const group = 16 + (density - lane) * 4 * (1 + DIMENSIONS)
      let estimate = words.getInt32(group + 4 * lane, true)
      let exact = first.constants[density] ?? 0
      for (const [dimension, unit] of units.entries()) {
        const place = group + 16 * (1 + dimension) + 4 * lane
        estimate += Math.round(unit ** 2 * 2_047) * words.getInt16(place, true)
        estimate += Math.round(unit * 2_047) * words.getInt16(place + 2, true)
        const at = density * DIMENSIONS + dimension
        exact -= ((features[dimension] ?? 0) - (first.means[at] ?? 0)) ** 2 * (first.inverseVariances[at] ?? 0)
      }
      const better = estimate / scale + reference - exact
      closest = Math.min(closest, better)
      if (most === 39) total += better
    }
  }
  expect(closest).toBeGreaterThanOrEqual(0)
  // A tenth of what the best Gaussians usually differ by.
  expect(total / 25 / DENSITIES).toBeLessThan(10_000)
})
