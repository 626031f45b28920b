import type { Plugin } from 'vite'
import { CATALOGUE } from '../../contract/src/catalogue.ts'
import type * as pngModule from '../../portrait/png/portrait-png.ts'
import type * as drawModule from '../../portrait/src/draw.ts'
import type * as peopleModule from '../../portrait/src/people.ts'
import type * as poseModule from '../../portrait/src/pose.ts'
import { madeFiles, type Load } from './made-files.ts'

const PNG_WIDTH_PX = 800

// Imported on demand: with a static import, Vite would restart the development server at each change of a portrait.
async function drawing(load: Load) {
  const [{ drawPortrait }, { personOf }, { REST_POSE }] = await Promise.all([
    load('/portrait/src/draw.ts') as Promise<typeof drawModule>,
    load('/portrait/src/people.ts') as Promise<typeof peopleModule>,
    load('/portrait/src/pose.ts') as Promise<typeof poseModule>,
  ])
  return { drawPortrait, personOf, REST_POSE }
}

/** Writes every portrait at its address in the catalogue, and as a PNG for link previews and talking videos. */
export function portraitFiles(): Plugin {
  return madeFiles('voxhall:portrait-files', [
    ...CATALOGUE.map(({ id, image }) => ({
      address: image,
      make: async (load: Load) => {
        const { drawPortrait, personOf, REST_POSE } = await drawing(load)
        return drawPortrait(personOf(id), REST_POSE)
      },
    })),
    ...CATALOGUE.map(({ id, image }) => ({
      address: image.replace(/\.svg$/, '.png'),
      make: async (load: Load) => {
        const { personOf, REST_POSE } = await drawing(load)
        const { renderPortraitPng } = (await load('/portrait/png/portrait-png.ts')) as typeof pngModule
        return renderPortraitPng(personOf(id), REST_POSE, { widthPx: PNG_WIDTH_PX })
      },
    })),
  ])
}
