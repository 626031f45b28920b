import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * In development there is no service worker, and one that a production build left at the same address would go on
 * showing its old pages. It is replaced by one that removes itself.
 */
export function retiredServiceWorker(): Plugin {
  return {
    name: 'voxhall:retired-service-worker',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== '/sw.js') {
          next()
          return
        }
        response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
        response.setHeader('Cache-Control', 'no-store')
        response.end(readFileSync(new URL('../worker/retired-service-worker.js', import.meta.url)))
      })
    },
  }
}
