import type { Plugin } from 'vite'
import { CATALOGUE } from '../../contract/src/catalogue.ts'
import { drawPortrait } from '../../portrait/src/draw.ts'
import { findPerson } from '../../portrait/src/people.ts'
import { REST_POSE } from '../../portrait/src/pose.ts'

/** Every portrait by its address, as the catalogue gives it. */
function drawAll(): Map<string, string> {
  return new Map(
    CATALOGUE.map(({ id, image }) => {
      const person = findPerson(id)
      if (person === undefined) throw new Error(`nobody has drawn a portrait for "${id}"`)
      return [image, drawPortrait(person, REST_POSE)]
    }),
  )
}

/** Every portrait as a picture at its address in the catalogue: drawn once, at build time or when development starts. */
export function portraitFiles(): Plugin {
  return {
    name: 'voxhall:portrait-files',
    configureServer(server) {
      const portraits = drawAll()
      server.middlewares.use((request, response, next) => {
        const svg = portraits.get(request.url?.split('?')[0] ?? '')
        if (svg === undefined) {
          next()
          return
        }
        response.setHeader('Content-Type', 'image/svg+xml')
        response.end(svg)
      })
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const [address, source] of drawAll()) this.emitFile({ type: 'asset', fileName: address.slice(1), source })
    },
  }
}
