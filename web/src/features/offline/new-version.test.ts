import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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
  update = vi.fn<() => Promise<void>>(async () => {})
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
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  return () => void vi.unstubAllGlobals()
})

async function watchPage({ isFirstVisit = false, loadedByEarlier = false, waiting = null as Worker | null } = {}) {
  const registration = Object.assign(new Registration(), { waiting })
  const container = Object.assign(new EventTarget(), {
    controller: isFirstVisit ? null : registration.active,
    register: () => Promise.resolve(registration),
  })
  const loadedBy = (loadedByEarlier ? new Worker() : container.controller) as unknown as ServiceWorker | null
  const newVersion = watchForNewVersion(container as unknown as ServiceWorkerContainer, loadedBy)
  await expect.poll(() => registration.active.told).toHaveLength(1)
  return { registration, newVersion, container }
}

test('a new version is offered, takes over when it is accepted, and is then loaded', async () => {
  const { registration, newVersion } = await watchPage()
  const worker = registration.find()
  expect(newVersion.isReady()).toBe(false)
  registration.install(worker)
  expect(newVersion.isReady()).toBe(true)
  newVersion.accept()
  expect(worker.told).toEqual([TAKE_OVER])
  worker.become('activating')
  expect(reload).not.toHaveBeenCalled()
  worker.become('activated')
  expect(reload).toHaveBeenCalledOnce()
})

test('the very first version is not offered, since its page came from the server', async () => {
  const { registration, newVersion } = await watchPage({ isFirstVisit: true })
  registration.install(registration.find())
  expect(newVersion.isReady()).toBe(false)
})

test('a version accepted in another tab before this page started to watch is offered', async () => {
  const { newVersion } = await watchPage({ loadedByEarlier: true })
  expect(newVersion.isReady()).toBe(true)
})

test('a version that arrives while another is taking over replaces it', async () => {
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

test('a dismissed version is not offered again; the next version is', async () => {
  const { registration, newVersion } = await watchPage()
  registration.install(registration.find())
  newVersion.dismiss()
  expect(newVersion.isReady()).toBe(false)
  registration.install(registration.find())
  expect(newVersion.isReady()).toBe(true)
})

test('a version that has been waiting since an earlier visit is offered, unless the page came from the server', async () => {
  const { newVersion } = await watchPage({ waiting: new Worker() })
  expect(newVersion.isReady()).toBe(true)
  const served = await watchPage({ waiting: new Worker(), isFirstVisit: true })
  expect(served.newVersion.isReady()).toBe(false)
})

test('a version accepted in another tab is offered, but the very first version is not', async () => {
  const { newVersion, container } = await watchPage()
  container.dispatchEvent(new Event('controllerchange'))
  expect(newVersion.isReady()).toBe(true)
  const first = await watchPage({ isFirstVisit: true })
  first.container.dispatchEvent(new Event('controllerchange'))
  expect(first.newVersion.isReady()).toBe(false)
  first.container.dispatchEvent(new Event('controllerchange'))
  expect(first.newVersion.isReady(), 'the next one').toBe(true)
})

test('a page that stays open checks for a newer version when it becomes visible, at most once an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { registration } = await watchPage()
  const lookAgain = (afterMs: number) => {
    vi.setSystemTime(Date.now() + afterMs)
    document.dispatchEvent(new Event('visibilitychange'))
    return registration.update.mock.calls.length
  }
  const HOUR_MS = 3_600_000
  expect([lookAgain(HOUR_MS - 1), lookAgain(1), lookAgain(1), lookAgain(HOUR_MS)]).toEqual([0, 1, 1, 2])
  vi.stubGlobal('document', Object.assign(document, { visibilityState: 'hidden' }))
  expect(lookAgain(HOUR_MS), 'in the background').toBe(2)
})
