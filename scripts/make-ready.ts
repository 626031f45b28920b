// Prepares `npm start`: builds the pages and compiles the server's code. Runs as a process of its own, so that its
// memory is released before the server starts.
import { buildWeb } from './build-web.ts'
import { compileServer } from './compile-server.ts'
import { messageOf } from '../server/src/infra/error-facts.ts'

try {
  await Promise.all([buildWeb(), compileServer()])
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
