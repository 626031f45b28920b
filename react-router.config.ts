import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web/src',
  buildDirectory: 'build',
  ssr: false,
  // The two pages that strangers land on are ready as HTML; every other address gets the fallback page.
  prerender: ['/', '/pricing'],
} satisfies Config
