import type { Plugin } from 'vite'
import { CATALOGUE } from '../../contract/src/catalogue.ts'
import type * as drawModule from '../../portrait/src/draw.ts'
import type * as peopleModule from '../../portrait/src/people.ts'
import type * as poseModule from '../../portrait/src/pose.ts'

interface Drawing {
  draw: typeof drawModule
  people: typeof peopleModule
  pose: typeof poseModule
}

/** Loads a file of the project by its path from the root. */
type Load = (path: string) => Promise<unknown>

// Not imported at the top: Vite would restart the development server with every stroke of a portrait.
async function loadDrawing(load: Load): Promise<Drawing> {
  const [draw, people, pose] = await Promise.all([
    load('/portrait/src/draw.ts') as Promise<Drawing['draw']>,
    load('/portrait/src/people.ts') as Promise<Drawing['people']>,
    load('/portrait/src/pose.ts') as Promise<Drawing['pose']>,
  ])
  return { draw, people, pose }
}

function portraitOf(assistantId: string, { draw, people, pose }: Drawing): string {
  const person = people.findPerson(assistantId)
  if (person === undefined) throw new Error(`nobody has drawn a portrait for "${assistantId}"`)
  return draw.drawPortrait(person, pose.REST_POSE)
}

/** Every portrait as a picture at its address in the catalogue: in the build, and in development when asked for. */
export function portraitFiles(): Plugin {
  return {
    name: 'voxhall:portrait-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const address = request.url?.split('?')[0]
        const assistant = CATALOGUE.find(({ image }) => image === address)
        if (assistant === undefined) {
          next()
          return
        }
        loadDrawing((path) => server.ssrLoadModule(path)).then((drawing) => {
          response.setHeader('Content-Type', 'image/svg+xml')
          response.end(portraitOf(assistant.id, drawing))
        }, next)
      })
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const root = new URL('../..', import.meta.url)
      const drawing = await loadDrawing((path) => import(/* @vite-ignore */ new URL(`.${path}`, root).href))
      for (const { id, image } of CATALOGUE) {
        this.emitFile({ type: 'asset', fileName: image.slice(1), source: portraitOf(id, drawing) })
      }
    },
  }
}
