// Before `npm start`: the pages, and the server's compiled code. A process of its own, so that what this needs in memory
// is gone when the server runs.
import { buildWeb } from './build-web.ts'
import { compileServer } from './compile-server.ts'

try {
  await Promise.all([buildWeb(), compileServer()])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
