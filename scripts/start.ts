// `npm start` after installing: pages, then the server. The server runs in this very process, so that Ctrl-C and a
// service manager's SIGTERM reach it without a process in between.
import { buildWeb } from './build-web.ts'

try {
  await buildWeb()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server/src/main.ts')
