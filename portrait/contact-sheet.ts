/**
 * Draws every portrait in every pose of `SHEET_POSES` into one PNG, for checking by eye. npm run portraits [-- [--to
 * sheet.png] [--width 190] [assistant-id …]]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SHEET_POSES, renderContactSheet } from './png/sheet.ts'
import { PEOPLE } from './src/people.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: fileURLToPath(new URL('../build/portraits/contact-sheet.png', import.meta.url)) },
    width: { type: 'string', default: '190' },
  },
})

const people = positionals.length > 0 ? PEOPLE.filter(({ id }) => positionals.includes(id)) : PEOPLE
const path = resolve(values.to)
await mkdir(dirname(path), { recursive: true })
await writeFile(path, await renderContactSheet(people, Number(values.width)))
process.stdout.write(
  `${people.length} people × ${Object.keys(SHEET_POSES).join(', ')}: ${relative(process.cwd(), path)}\n`,
)
