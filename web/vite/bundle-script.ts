import { fileURLToPath } from 'node:url'
import { build } from 'vite'

interface ScriptToBundle {
  /** The path of the source, relative to `web/`. */
  entry: string
  /** Constants to replace in the source. */
  define?: Record<string, string>
}

/**
 * Bundles a script into a single file without imports, which runs as a module or as a classic script.
 * @returns the script's text
 * @throws Error when the source has an error
 */
export async function bundleScript({ entry, define = {} }: ScriptToBundle): Promise<string> {
  const result = await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`../${entry}`, import.meta.url)),
        output: { format: 'iife' },
      },
    },
  })
  const outputs = Array.isArray(result)
    ? result.flatMap(({ output }) => output)
    : 'output' in result
      ? result.output
      : []
  const script = outputs.find((output) => output.type === 'chunk' && output.isEntry)
  if (script?.type !== 'chunk') throw new Error(`${entry} could not be bundled`)
  return script.code
}
