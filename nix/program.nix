# The name of a profile's program.
name: if name == "default" then "claudebox" else "claudebox-${name}"
