;; A data module whose `gen` wants an argument, which nobody gives.
(module
  (memory (export "m") 1)
  (global (export "l") i32 (i32.const 64))
  (func (export "gen") (param i32)))
