;; A data module whose start `s` is no i32.
(module
  (memory (export "m") 1)
  (global (export "l") i32 (i32.const 64))
  (global (export "s") f32 (f32.const 0)))
