// Served as /sw.js, this takes the service worker out of every browser that had one: in development always, elsewhere
// if the site ever drops its service worker (docs/decisions/0007-a-new-version-is-offered.md).
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys()
      await Promise.all(names.filter((name) => name.startsWith('voxhall-')).map((name) => caches.delete(name)))
      await self.registration.unregister()
      const pages = await self.clients.matchAll({ type: 'window' })
      await Promise.all(pages.map((page) => page.navigate(page.url)))
    })(),
  )
})
