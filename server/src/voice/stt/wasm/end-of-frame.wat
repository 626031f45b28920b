;; Replaces SoundSwallower's fsg_history_end_frame: moves the words that ended in this frame to the decoder's history. They stand
;; in lists, one for each state of the network and each phone. The package's own code looks at these 30,000 lists one by one, twice
;; in each frame; this looks at sixteen of them together, since nearly all are empty.
;; A call names a function by its number in the package, so the functions called here get the same numbers.
(module
  (memory 1)
  ;; numbered from 35
  (func $glist_free (param $list i32))
  ;; numbered from 315
  (func $blkarray_list_append (param $array i32) (param $data i32))

  ;; The last function of this module takes the place of the package's.
  (func (param $history i32)
    (local $at i32) (local $end i32) (local $node i32)
    ;; All lists lie one after the other, behind history.frame_entries[0][0]; there are fsg.n_state * n_ciphone.
    (local.set $at (i32.load (i32.load offset=8 (local.get $history))))
    (local.set $end (i32.add (local.get $at) (i32.shl
      (i32.mul (i32.load offset=12 (local.get $history)) (i32.load offset=32 (i32.load (local.get $history))))
      (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (if (i32.le_u (i32.add (local.get $at) (i32.const 64)) (local.get $end)) (then
        (if (i32.eqz (v128.any_true (v128.or
            (v128.or (v128.load (local.get $at)) (v128.load offset=16 (local.get $at)))
            (v128.or (v128.load offset=32 (local.get $at)) (v128.load offset=48 (local.get $at)))))) (then
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br $next)))))
      (if (local.tee $node (i32.load (local.get $at))) (then
        (loop $entry
          (call $blkarray_list_append (i32.load offset=4 (local.get $history)) (i32.load (local.get $node)))
          (br_if $entry (local.tee $node (i32.load offset=8 (local.get $node)))))
        (call $glist_free (i32.load (local.get $at)))
        (i32.store (local.get $at) (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $next)))))
