"""What people see of the room: what all may see, what one player may see, and the log in words."""
