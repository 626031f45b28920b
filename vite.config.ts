import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compressedFiles } from './web/vite/compressed-files.ts'
import { embedScript } from './web/vite/embed-script.ts'
import { faceModels } from './web/vite/face-models.ts'
import { iconFiles } from './web/vite/icon-files.ts'
import { portraitFiles } from './web/vite/portrait-files.ts'
import { retiredServiceWorker } from './web/vite/build-service-worker.ts'
import { sharePictures } from './web/vite/share-pictures.ts'
import { sharedChunks } from './web/vite/shared-chunks.ts'
import { withoutInjectedStyles } from './web/vite/without-injected-styles.ts'
import { withoutServerData } from './web/vite/without-server-data.ts'

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tailwindcss(),
    reactRouter(),
    portraitFiles(),
    sharePictures(),
    iconFiles(),
    faceModels(),
    embedScript(),
    retiredServiceWorker(),
    withoutInjectedStyles(),
    withoutServerData(),
    compressedFiles(),
  ],
  resolve: {
    alias: {
      // Radix's scroll lock writes a <style> element, which our content-security policy refuses; ours adopts a sheet.
      'react-style-singleton': fileURLToPath(new URL('./web/vite/adopted-style-singleton.ts', import.meta.url)),
    },
  },
  optimizeDeps: {
    // Found in advance, also behind lazy imports: a package found later would reload the page in development.
    entries: ['web/src/**/*.{ts,tsx}', '!web/src/**/*.test.*'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: sharedChunks,
            // Every page carries a list of the chunks, and of their names only the hashes can't be compressed.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
  },
  build: {
    // Fonts and icons stay files of their own, so that the policy needs no data: for them.
    assetsInlineLimit: 0,
  },
})
