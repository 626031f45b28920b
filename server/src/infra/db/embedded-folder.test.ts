import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Extension } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEmbeddedFolder } from './embedded-folder.ts'
import { DatabaseStartError } from './start-error.ts'

let root: string
let whole: string
let midwayFiles: string[]
let dataDir: string

/** An extension of PGlite that lists the files of the folder each time a database in it has started. */
function listsFiles(folder: string, lists: string[][]): Extension {
  const init = async () => void lists.push(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  return { name: 'lists files', setup: async () => ({ init }) }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'voxhall-folder-'))
  whole = mkdtempSync(join(root, 'whole-'))
  mkdirSync(join(whole, 'db'))
  // A process that was killed left this.
  mkdirSync(join(whole, 'db.new'))
  writeFileSync(join(whole, 'db.new', 'PG_VERSION'), '18\n')
  const lists: string[][] = []
  const pglite = await openEmbeddedFolder(whole, { listsFiles: listsFiles(whole, lists) })
  midwayFiles = lists[0] ?? []
  await pglite.exec('create table kept (id int); insert into kept values (7)')
  await pglite.close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = mkdtempSync(join(root, 'data-'))
})

/** A hash of the names, sizes and contents of all files in the folder. */
function printOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name)
    hash.update(name)
    if (statSync(path).isFile()) hash.update(readFileSync(path))
  }
  return hash.digest('hex')
}

const copied = () => cpSync(join(whole, 'db'), join(dataDir, 'db'), { recursive: true })

/** Makes a folder with the parts of a database, but few files: it is refused before PostgreSQL reads them. */
function makeParts(): void {
  const db = join(dataDir, 'db')
  for (const part of ['global', join('base', '1'), 'pg_wal']) mkdirSync(join(db, part), { recursive: true })
  cpSync(join(whole, 'db', 'PG_VERSION'), join(db, 'PG_VERSION'))
  cpSync(join(whole, 'db', 'global', 'pg_control'), join(db, 'global', 'pg_control'))
  for (const file of [join('base', '1', '112'), join('pg_wal', '000000010000000000000001')]) {
    writeFileSync(join(db, file), 'rows')
  }
}

it('creates a database in a temporary folder beside its final one, and starts over if one is left there', () => {
  expect(midwayFiles).toContain(join('db.new', 'PG_VERSION'))
  expect(midwayFiles).not.toContain(join('db', 'PG_VERSION'))
  expect(readdirSync(whole)).toEqual(['db'])
})

it('opens a database again', async () => {
  copied()
  const pglite = await openEmbeddedFolder(dataDir, {})
  expect((await pglite.query('select id from kept')).rows).toEqual([{ id: 7 }])
  await pglite.close()
})

describe('a folder that is not a complete database', () => {
  it.each<[string, (db: string) => void, RegExp]>([
    ['without PG_VERSION', (db) => rmSync(join(db, 'PG_VERSION')), /PG_VERSION is missing/],
    ['without its control file', (db) => rmSync(join(db, 'global', 'pg_control')), /pg_control is missing/],
    ['without its tables', (db) => rmSync(join(db, 'base'), { recursive: true }), /base is missing/],
    ['without its log', (db) => rmSync(join(db, 'pg_wal'), { recursive: true }), /pg_wal is missing/],
    ['of another PostgreSQL', (db) => writeFileSync(join(db, 'PG_VERSION'), '15\n'), /made by PostgreSQL 15/],
    [
      'with other files',
      (db) => {
        rmSync(db, { recursive: true })
        mkdirSync(db)
        writeFileSync(join(db, 'letter.txt'), 'mine')
      },
      /PG_VERSION, .* are missing/,
    ],
    [
      'that is a file',
      (db) => {
        rmSync(db, { recursive: true })
        writeFileSync(db, 'mine')
      },
      /is a file/,
    ],
  ])('%s is left unchanged, with a message for the operator', async (_, harm, words) => {
    makeParts()
    harm(join(dataDir, 'db'))
    const before = printOf(dataDir)
    const failure: unknown = await openEmbeddedFolder(dataDir, {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DatabaseStartError)
    expect(String(failure)).toMatch(words)
    expect(String(failure)).toMatch(/Nothing (in it )?was changed/)
    expect(printOf(dataDir)).toBe(before)
  })

  it('whose files are damaged is kept, and the operator is advised to restore a backup', async () => {
    copied()
    writeFileSync(join(dataDir, 'db', 'global', 'pg_control'), new Uint8Array(8_192))
    const failure: unknown = await openEmbeddedFolder(dataDir, {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DatabaseStartError)
    expect(String(failure)).toMatch(/cannot be opened.*Nothing in it was deleted.*restore a backup/s)
  })
})
