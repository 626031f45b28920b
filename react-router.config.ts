import type { Config } from '@react-router/dev/config'
import { join } from 'node:path'
import { PUBLIC_PATHS } from './contract/src/screens.ts'
import { buildEmbedScript } from './web/vite/embed-script.ts'
import { buildServiceWorker } from './web/vite/build-service-worker.ts'

export default {
  appDirectory: 'web/src',
  buildDirectory: 'build',
  ssr: false,
  // The pages that strangers land on are ready as HTML; every other address gets the fallback page.
  prerender: [...PUBLIC_PATHS],
  // After prerendering: the pages are part of what the service worker keeps.
  buildEnd: async ({ reactRouterConfig }) => {
    const clientDir = join(reactRouterConfig.buildDirectory, 'client')
    await buildServiceWorker(clientDir)
    // After the service worker, which does not keep it: it is for other sites.
    await buildEmbedScript(clientDir)
  },
} satisfies Config
