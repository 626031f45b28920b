import type { Config } from '@react-router/dev/config'
import { PUBLIC_PATHS } from './contract/src/screens.ts'

export default {
  appDirectory: 'web/src',
  buildDirectory: 'build',
  ssr: false,
  // The pages that strangers land on are ready as HTML; every other address gets the fallback page.
  prerender: [...PUBLIC_PATHS],
} satisfies Config
