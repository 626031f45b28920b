// Prepares `npm start`: builds the pages and compiles the server's code. Runs as a process of its own, so that its
// memory is released before the server starts.
import { buildWeb } from './build-web.ts'
import { compileServer } from './compile-server.ts'

try {
  await Promise.all([buildWeb(), compileServer()])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
