import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration, type DrizzleSnapshotJSON } from 'drizzle-kit/api'
import { expect, it } from 'vitest'
import { MIGRATIONS_FOLDER } from './migrate.ts'
import * as schema from './schema/all.ts'

it('migrations bring a database to exactly the schema of the code (else: npm run db:generate)', async () => {
  const metaFolder = join(MIGRATIONS_FOLDER, 'meta')
  const newest = readdirSync(metaFolder)
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)
  const migrated = JSON.parse(readFileSync(join(metaFolder, newest ?? ''), 'utf8')) as DrizzleSnapshotJSON
  expect(await generateMigration(migrated, generateDrizzleJson(schema, migrated.id))).toEqual([])
})

it('migrations are listed in their journal, one for each file', () => {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const files = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql'))
  expect(files.toSorted()).toEqual(journal.entries.map((entry) => `${entry.tag}.sql`))
})
