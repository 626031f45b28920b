import { beforeEach, expect, test, vi } from 'vitest'
import { TAKE_OVER } from '../../../worker/messages.ts'
import { watchForNewVersion } from './new-version.ts'

class Worker extends EventTarget {
  state = 'installing'
  told: unknown[] = []
  postMessage(message: unknown) {
    this.told.push(message)
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  active = new Worker()
  waiting: Worker | null = null
  installing: Worker | null = null

  find(): Worker {
    this.installing = new Worker()
    this.dispatchEvent(new Event('updatefound'))
    return this.installing
  }

  /** In the same order as browsers: the waiting worker becomes redundant first. */
  install(worker: Worker): void {
    this.waiting?.become('redundant')
    this.waiting = worker
    this.installing = null
    worker.become('installed')
  }
}

const reload = vi.fn<() => void>()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('document', new EventTarget())
  return () => void vi.unstubAllGlobals()
})

async function watchPage({ isFirstVisit = false, loadedByEarlier = false } = {}) {
  const registration = new Registration()
  const container = Object.assign(new EventTarget(), {
    controller: isFirstVisit ? null : registration.active,
    register: () => Promise.resolve(registration),
  })
  const loadedBy = (loadedByEarlier ? new Worker() : container.controller) as unknown as ServiceWorker | null
  const newVersion = watchForNewVersion(container as unknown as ServiceWorkerContainer, loadedBy)
  await expect.poll(() => registration.active.told).toHaveLength(1)
  return { registration, newVersion }
}

test('a new version is offered, let in when it is accepted, and loaded once it has taken over', async () => {
  const { registration, newVersion } = await watchPage()
  const worker = registration.find()
  expect(newVersion.isReady()).toBe(false)
  registration.install(worker)
  expect(newVersion.isReady()).toBe(true)
  newVersion.accept()
  expect(worker.told).toEqual([TAKE_OVER])
  expect(reload).not.toHaveBeenCalled()
  worker.become('activated')
  expect(reload).toHaveBeenCalledOnce()
})

test('the first version of all is not offered: its page came from the server', async () => {
  const { registration, newVersion } = await watchPage({ isFirstVisit: true })
  registration.install(registration.find())
  expect(newVersion.isReady()).toBe(false)
})

test('a version that another tab let in before this page watched is offered here', async () => {
  const { newVersion } = await watchPage({ loadedByEarlier: true })
  expect(newVersion.isReady()).toBe(true)
})

test('a version that comes while another is being let in takes its place', async () => {
  const { registration, newVersion } = await watchPage()
  const first = registration.find()
  registration.install(first)
  const second = registration.find()
  newVersion.accept()
  registration.install(second)
  expect(second.told).toEqual([TAKE_OVER])
  expect(reload).not.toHaveBeenCalled()
  second.become('activated')
  expect(reload).toHaveBeenCalledOnce()
})

test('put off, it is not offered again until yet another version comes', async () => {
  const { registration, newVersion } = await watchPage()
  registration.install(registration.find())
  newVersion.dismiss()
  expect(newVersion.isReady()).toBe(false)
  registration.install(registration.find())
  expect(newVersion.isReady()).toBe(true)
})
